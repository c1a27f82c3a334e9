/** Many trainings with several learning rates and seeds as one program, in one file. */
@NullMarked
package io.cambric.examples.sweep;

import org.jspecify.annotations.NullMarked;
