/**
 * The frame of examples: a command line with its options and their checks, a report, a picture, and
 * files that are written whole.
 */
@NullMarked
package io.cambric.examples.console;

import org.jspecify.annotations.NullMarked;
