/** Tests of classes and normal forms of characters. */
@NullMarked
package io.cambric.text.unicode;

import org.jspecify.annotations.NullMarked;
