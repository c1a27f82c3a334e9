/** Results of functions of {@code io.cambric.numpy} that return more than one array. */
@NullMarked
package io.cambric.numpy.result;

import org.jspecify.annotations.NullMarked;
