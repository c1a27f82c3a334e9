/**
 * Tests from {@code @Example}, which the build traces. A compilation of main sources lists its
 * definitions with examples, and the compilation of the tests writes their tests.
 */
@NullMarked
package io.cambric.processor.example;

import org.jspecify.annotations.NullMarked;
