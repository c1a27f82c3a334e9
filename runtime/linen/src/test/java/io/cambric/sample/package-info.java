/** Definitions and, written by hand as the processor would, the module classes of the tests. */
@NullMarked
package io.cambric.sample;

import org.jspecify.annotations.NullMarked;
