/**
 * Rules about method bodies, one class each, and the report that they write to. The plugin in
 * {@code body} runs them on each class that the compiler has analyzed.
 */
@NullMarked
package io.cambric.processor.body.check;

import org.jspecify.annotations.NullMarked;
