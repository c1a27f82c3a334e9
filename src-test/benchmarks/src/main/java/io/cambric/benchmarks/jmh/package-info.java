/**
 * JMH benchmarks of single kernels and of calls, one question a class; started with {@code ./mvnw
 * -q verify -DskipTests -Pbench -Dbench=REGEX}.
 */
@NullMarked
package io.cambric.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
