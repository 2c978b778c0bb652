// `index.html` contains `tokens.css` and `base.css`.
import './panel.css';
import './rows.css';
import './legend.css';
import './welcome.css';
import './side.css';
import './map.css';
import './account-menu.css';
import './tools.css';
import './phone.css';
import './print.css';
import './forced-colors.css';
