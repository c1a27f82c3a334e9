/** Tests of the generator of façades. */
@NullMarked
package io.cambric.processor.facade;

import org.jspecify.annotations.NullMarked;
