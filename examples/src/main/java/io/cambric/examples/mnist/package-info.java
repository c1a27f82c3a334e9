/** The network of {@code images} on the IDX files of MNIST: data and command. */
@NullMarked
package io.cambric.examples.mnist;

import org.jspecify.annotations.NullMarked;
