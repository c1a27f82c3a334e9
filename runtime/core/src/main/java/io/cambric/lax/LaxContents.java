package io.cambric.lax;

import io.cambric.build.Chapter;
import io.cambric.build.Facade;
import io.cambric.lax.attention.ScoreOps;
import io.cambric.lax.collective.CollectiveExchanges;
import io.cambric.lax.collective.CollectiveReductions;
import io.cambric.lax.conv.ConvShapeOps;
import io.cambric.lax.conv.PatchOps;
import io.cambric.lax.conv.WindowOps;
import io.cambric.lax.linalg.LinalgOps;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.ContractionOps;
import io.cambric.lax.op.IndexOps;
import io.cambric.lax.op.IntegerOps;
import io.cambric.lax.op.RaggedOps;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.UnaryOps;
import io.cambric.lax.sampler.BitGeneratorOps;
import io.cambric.lax.sampler.SamplerOps;
import io.cambric.lax.special.SpecialOps;

/**
 * The operations as functions, with the names and the strictness of {@code jax.lax}. Operands have
 * one dtype and one shape, or are scalars. {@code Numpy} promotes and broadcasts.
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.lax.html">jax.lax</a>
 */
@Facade(
    name = "Lax",
    chapters = {
      @Chapter({
        UnaryOps.class,
        BinaryOps.class,
        IntegerOps.class,
        ShapeOps.class,
        IndexOps.class,
        ReductionOps.class,
        ContractionOps.class,
        RaggedOps.class,
        PatchOps.class,
        WindowOps.class,
        ConvShapeOps.class,
        SpecialOps.class,
        SamplerOps.class,
        BitGeneratorOps.class
      }),
      @Chapter({CollectiveReductions.class, CollectiveExchanges.class}),
      @Chapter(LinalgOps.class),
      @Chapter(ScoreOps.class)
    })
interface LaxContents {}
