/** The network of {@code images} on 1,797 handwritten digits: data and command. */
@NullMarked
package io.cambric.examples.digits;

import org.jspecify.annotations.NullMarked;
