/** Tests of the generator of withers. */
@NullMarked
package io.cambric.processor.withers;

import org.jspecify.annotations.NullMarked;
