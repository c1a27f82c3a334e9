/** Turns definition records into module classes, at compile time. */
@NullMarked
package io.cambric.processor;

import org.jspecify.annotations.NullMarked;
