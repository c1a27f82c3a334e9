/** Tests of decoders. */
@NullMarked
package io.cambric.text.decode;

import org.jspecify.annotations.NullMarked;
