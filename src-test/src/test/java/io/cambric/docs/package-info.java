/** The examples of pages in {@code docs}, compiled and run. */
@NullMarked
package io.cambric.docs;

import org.jspecify.annotations.NullMarked;
