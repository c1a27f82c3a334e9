/**
 * What the names, operators and attributes of Python text mean in Cambric. Most functions are found
 * by their names in the library's own classes; those whose parameters differ are in tables.
 */
@NullMarked
package io.cambric.conformance.library;

import org.jspecify.annotations.NullMarked;
