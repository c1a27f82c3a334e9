/** Tests of regular expressions of tokenizer files. */
@NullMarked
package io.cambric.text.pattern;

import org.jspecify.annotations.NullMarked;
