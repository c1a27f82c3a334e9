/** JMH benchmarks, started with {@code ./run bench}; one question a class. */
@NullMarked
package io.cambric.benchmarks;

import org.jspecify.annotations.NullMarked;
