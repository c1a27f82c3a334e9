/**
 * Parsing of JSON, numbers without loss, and places in a text. Readers of this project use it; it
 * sees exceptions and files alone.
 */
@NullMarked
package io.cambric.json.tree;

import org.jspecify.annotations.NullMarked;
