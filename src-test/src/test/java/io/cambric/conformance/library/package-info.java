/**
 * The meaning of the names, operators and attributes of Python text in Cambric. Most functions are
 * found by their names in the library's own classes. Functions with other parameters are in tables.
 */
@NullMarked
package io.cambric.conformance.library;

import org.jspecify.annotations.NullMarked;
