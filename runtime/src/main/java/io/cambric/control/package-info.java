/** Higher-order operations: jitted calls and custom differentiation rules. */
@NullMarked
package io.cambric.control;

import org.jspecify.annotations.NullMarked;
