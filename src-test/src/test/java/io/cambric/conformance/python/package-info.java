/**
 * Reads and runs the part of Python in which golden cases give calls and programs. It knows no
 * function of JAX; what a dotted name means it asks a {@link
 * io.cambric.conformance.python.Namespace}.
 */
@NullMarked
package io.cambric.conformance.python;

import org.jspecify.annotations.NullMarked;
