/** Event files that the real TensorBoard reads, where Python has it. */
@NullMarked
package io.cambric.tensorboard;

import org.jspecify.annotations.NullMarked;
