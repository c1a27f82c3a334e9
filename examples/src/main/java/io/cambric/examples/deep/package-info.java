/** A residual network of a thousand convolutional blocks in little memory, in one file. */
@NullMarked
package io.cambric.examples.deep;

import org.jspecify.annotations.NullMarked;
