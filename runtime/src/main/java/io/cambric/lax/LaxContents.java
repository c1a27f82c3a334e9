package io.cambric.lax;

import io.cambric.facade.Chapter;
import io.cambric.facade.Facade;

/**
 * The operations as functions, with the names and the strictness of {@code jax.lax}: operands have
 * one dtype and one shape, or are scalars. Promotion and broadcasting are in {@code Numpy}.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.lax.html">jax.lax</a>
 */
@Facade(
    name = "Lax",
    chapters = {
      @Chapter({
        UnaryOps.class,
        BinaryOps.class,
        ShapeOps.class,
        IndexOps.class,
        ReductionOps.class,
        ContractionOps.class,
        PatchOps.class,
        WindowOps.class,
        SpecialOps.class,
        SamplerOps.class
      }),
      @Chapter({CollectiveOps.class, GroupedCollectives.class}),
      @Chapter(LinalgOps.class),
      @Chapter(ScoreOps.class)
    })
interface LaxContents {}
