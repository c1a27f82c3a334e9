/** Tests of the training of tokenizers. */
@NullMarked
package io.cambric.text.train;

import org.jspecify.annotations.NullMarked;
