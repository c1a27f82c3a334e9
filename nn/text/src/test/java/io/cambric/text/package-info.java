/** Tests of tokenizers as users see them. */
@NullMarked
package io.cambric.text;

import org.jspecify.annotations.NullMarked;
