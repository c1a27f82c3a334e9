/** Regular expressions of tokenizer files, and the parts that they divide a text into. */
@NullMarked
package io.cambric.text.pattern;

import org.jspecify.annotations.NullMarked;
