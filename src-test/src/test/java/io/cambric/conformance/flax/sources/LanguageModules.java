package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Activations.gelu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Attention;
import io.cambric.nn.AttentionCall;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.MultiHeadDotProductAttention;
import io.cambric.numpy.Initializers;

/** Language models of training runs. */
final class LanguageModules {

  private LanguageModules() {}

  @Python(
      """
      class TransformerLM(nn.Module):
          vocab: int
          dim: int
          heads: int
          layers: int
          rate: float
          @nn.compact
          def __call__(self, tokens, train):
              emb = nn.Embed(self.vocab, self.dim)
              pos = self.param('pos', nn.initializers.normal(0.02), (tokens.shape[1], self.dim))
              x = emb(tokens) + pos
              mask = nn.make_causal_mask(tokens)
              block = nn.remat(Block, prevent_cse=False, static_argnums=(3,))
              scan = nn.scan(block, variable_axes={'params': 0}, split_rngs={'params': True, 'dropout': True},
                             in_axes=(nn.broadcast, nn.broadcast), length=self.layers)
              x, _ = scan(self.heads, 2 * self.dim, self.rate, name='blocks')(x, mask, train)
              return emb.attend(nn.LayerNorm(name='final')(x))
      """)
  @Module(name = "TransformerLM")
  record TransformerLmDef(int vocab, int dim, int heads, int layers, double rate) {
    @Compact
    Array call(Array tokens, boolean train) {
      var emb = Embed.of(vocab, dim);
      var pos = param("pos", Initializers.normal(0.02), Shape.of(tokens.dim(1), dim));
      var x = emb.call(tokens).add(pos);
      var mask = Attention.makeCausalMask(tokens);
      x =
          TransformerBlock.of(heads, 2 * dim, rate)
              .remat()
              .preventCse(false)
              .scan()
              .variableAxis("params", 0)
              .splitRngs("params", "dropout")
              .inAxes(null, null)
              .length(layers)
              .named("blocks")
              .call(x, mask, train);
      return emb.attend(LayerNorm.of().named("final").call(x));
    }
  }

  @Python(
      """
      class Block(nn.Module):
          heads: int
          mlp: int
          rate: float
          @nn.compact
          def __call__(self, x, mask, train):
              h = nn.LayerNorm()(x)
              h = nn.MultiHeadDotProductAttention(num_heads=self.heads)(h, h, mask=mask)
              h = nn.Dropout(self.rate)(h, deterministic=not train)
              x = x + h
              h = nn.LayerNorm()(x)
              h = nn.Dense(self.mlp)(h)
              h = nn.gelu(h)
              h = nn.Dense(x.shape[-1])(h)
              h = nn.Dropout(self.rate)(h, deterministic=not train)
              return x + h, None
      """)
  @Module(name = "Block")
  record TransformerBlockDef(int heads, int mlp, double rate) {
    @Compact
    Array call(Array x, Array mask, boolean train) {
      var h = LayerNorm.of().call(x);
      h = MultiHeadDotProductAttention.of(heads).call(h, h, AttentionCall.of(mask));
      h = Dropout.of(rate).call(h, !train);
      x = x.add(h);
      h = LayerNorm.of().call(x);
      h = Dense.of(mlp).call(h);
      h = gelu(h);
      h = Dense.of(x.dim(-1)).call(h);
      h = Dropout.of(rate).call(h, !train);
      return x.add(h);
    }
  }
}
