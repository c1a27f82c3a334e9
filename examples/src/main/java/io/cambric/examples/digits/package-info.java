/**
 * A convolutional network that learns 1,797 handwritten digits: data, definition, training,
 * command.
 */
@NullMarked
package io.cambric.examples.digits;

import org.jspecify.annotations.NullMarked;
