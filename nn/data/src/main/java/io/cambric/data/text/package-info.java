/** Lines of text as datasets. Programs that train use it. */
@NullMarked
package io.cambric.data.text;

import org.jspecify.annotations.NullMarked;
