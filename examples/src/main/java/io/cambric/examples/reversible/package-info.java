/** A residual network whose memory does not grow with its depth, in one file. */
@NullMarked
package io.cambric.examples.reversible;

import org.jspecify.annotations.NullMarked;
