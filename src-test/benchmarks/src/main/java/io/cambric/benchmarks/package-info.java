/** The benchmarks behind {@code ./run bench}: kernels, training steps, and the start of the JVM. */
@NullMarked
package io.cambric.benchmarks;

import org.jspecify.annotations.NullMarked;
