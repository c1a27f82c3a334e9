/**
 * Commands that {@code ./run} builds apart, when they are asked for: what the list of examples and
 * the help need of them.
 */
@NullMarked
package io.cambric.examples.apart;

import org.jspecify.annotations.NullMarked;
