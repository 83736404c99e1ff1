// React is CommonJS, which runs when it's first imported: here, in a separate step.
import 'react-dom/client';
