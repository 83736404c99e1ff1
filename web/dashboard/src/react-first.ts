// React's own files are CommonJS, which runs when it is first imported: here, in a step of its own.
import 'react-dom/client';
