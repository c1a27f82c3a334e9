/**
 * The life cycle of modules: places and names, setup and compact, init, apply, bind, and what
 * generated classes extend.
 */
@NullMarked
package io.cambric.module;

import org.jspecify.annotations.NullMarked;
