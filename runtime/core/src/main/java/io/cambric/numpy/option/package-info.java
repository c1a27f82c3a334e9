/** Options of the functions of {@code io.cambric.numpy}: records with withers, and choices. */
@NullMarked
package io.cambric.numpy.option;

import org.jspecify.annotations.NullMarked;
