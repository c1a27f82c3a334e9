/** Programs with mistakes, compiled against the whole library. */
@NullMarked
package io.cambric.compiler;

import org.jspecify.annotations.NullMarked;
