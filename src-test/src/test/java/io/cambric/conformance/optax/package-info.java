/** Cases of gradient transformations, schedules and losses. */
@NullMarked
package io.cambric.conformance.optax;

import org.jspecify.annotations.NullMarked;
