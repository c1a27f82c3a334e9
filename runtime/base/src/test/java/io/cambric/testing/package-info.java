/** The common kit of tests: seeds, arrays, operations that only tests have, and random programs. */
@NullMarked
package io.cambric.testing;

import org.jspecify.annotations.NullMarked;
