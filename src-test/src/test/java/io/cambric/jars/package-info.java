/** The jars as users get them: what is in them, and programs built from nothing else. */
@NullMarked
package io.cambric.jars;

import org.jspecify.annotations.NullMarked;
