/** Tables as text with a delimiter, to arrays or records. Programs that train use it. */
@NullMarked
package io.cambric.data.csv;

import org.jspecify.annotations.NullMarked;
