/** The command {@code ./run spark-digits}: the digits, learned by executors of a Spark cluster. */
@NullMarked
package io.cambric.examples.spark;

import org.jspecify.annotations.NullMarked;
