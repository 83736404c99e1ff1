// A merchant's picture that can't be loaded leaves no hole: it goes, with what stood around it alone.

for (const image of document.querySelectorAll('img')) {
  image.addEventListener('error', () => drop(image));
  if (image.complete && image.naturalWidth === 0 && image.loading !== 'lazy') drop(image);
}

function drop(image) {
  const place = image.closest('figure, .gallery li');
  image.remove();
  if (place && !place.querySelector('img, a')) place.remove();
  for (const list of document.querySelectorAll('.gallery:not(:has(li))')) list.remove();
}
