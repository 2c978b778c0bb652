import './tokens.css';
import './base.css';
import './panel.css';
import './rows.css';
import './legend.css';
import './side.css';
import './map.css';
import './phone.css';
