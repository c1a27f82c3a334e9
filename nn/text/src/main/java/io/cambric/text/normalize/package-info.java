/** Normalizers: the stage that changes characters. Tokenizers use it. */
@NullMarked
package io.cambric.text.normalize;

import org.jspecify.annotations.NullMarked;
