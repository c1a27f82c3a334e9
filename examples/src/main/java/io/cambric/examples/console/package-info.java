/**
 * The frame of examples of one file, and output that examples share: files that are written whole,
 * and checks of options.
 */
@NullMarked
package io.cambric.examples.console;

import org.jspecify.annotations.NullMarked;
