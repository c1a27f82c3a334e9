/**
 * Comparison of examples with native libraries, in one run and alternately. Built by the profile
 * {@code rivals} alone; start with {@code ./run rivals}.
 */
@NullMarked
package io.cambric.benchmarks.rivals;

import org.jspecify.annotations.NullMarked;
