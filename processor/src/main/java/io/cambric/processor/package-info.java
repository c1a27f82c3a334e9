/** The annotation processor: generates module classes from definition records. */
@NullMarked
package io.cambric.processor;

import org.jspecify.annotations.NullMarked;
