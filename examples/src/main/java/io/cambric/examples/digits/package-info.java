/**
 * A convolutional network that reads handwritten digits, in one file; and its training shared by
 * several processes.
 */
@NullMarked
package io.cambric.examples.digits;

import org.jspecify.annotations.NullMarked;
