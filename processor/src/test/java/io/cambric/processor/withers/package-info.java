/** Tests of generated withers. */
@NullMarked
package io.cambric.processor.withers;

import org.jspecify.annotations.NullMarked;
