/**
 * The interface between programs and the machine: scalar loop bodies, strided operands, and the
 * kernel set with its plain implementation, which is also the oracle of the tests.
 */
@NullMarked
package io.cambric.kernel;

import org.jspecify.annotations.NullMarked;
