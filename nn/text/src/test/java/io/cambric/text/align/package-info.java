/** Tests of texts that know their originals. */
@NullMarked
package io.cambric.text.align;

import org.jspecify.annotations.NullMarked;
