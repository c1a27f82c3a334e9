/** The network of the digits on the files of MNIST, in one file. */
@NullMarked
package io.cambric.examples.mnist;

import org.jspecify.annotations.NullMarked;
