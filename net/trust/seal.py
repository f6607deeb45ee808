"""The picture of a key, to be compared by voice: a seal of four characters, filled or outlined, and their four words.

32 bits choose the characters out of 256, with repetition, one bit chooses filled or outlined: 8.6 thousand million
seals. Two keys out of a thousand show the same one once in 17,000 times. Who looks for a key with somebody's
seal has to try as many keys on average as there are seals; as each takes `_ROUNDS` rounds of SHA-256 (6 ms), that is
about a year and a half on one core, and two days on a large graphics card. That is enough for friends who tell each
other their seal before a game; the key itself is compared by the program.

The lists are ours: common characters (level 1 of GB 2312) that are told apart by eye, each with its meaning in
English, told apart by ear.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_ROUNDS: Final = 20_000

_MEANINGS: Final = """
松 pine 竹 bamboo 梅 plum 兰 orchid 菊 aster 荷 lotus 柳 willow 桃 peach 杏 apricot 桂 laurel 枫 maple 柏 cypress
榆 elm 杨 poplar 桑 mulberry 茶 tea 麦 wheat 稻 rice 豆 bean 瓜 melon 果 fruit 叶 leaf 花 flower 草 grass 苔 moss
藤 vine 根 root 枝 branch 林 grove 森 forest 芽 bud 棉 cotton 麻 hemp 姜 ginger 蒜 garlic 葱 onion 椒 pepper
栗 chestnut 枣 date 梨 pear 日 sun 月 moon 星 star 云 cloud 风 wind 雨 rain 雪 snow 霜 frost 露 dew 雷 thunder
虹 rainbow 晨 morning 夜 night 雾 mist 天 sky 春 spring 夏 summer 秋 autumn 冬 winter 光 light 影 shadow 山 mountain
石 stone 崖 cliff 峰 peak 谷 valley 沙 sand 泥 mud 田 field 岛 island 洞 cave 路 road 桥 bridge 江 river 湖 lake
海 sea 波 wave 潮 tide 泉 fountain 池 pond 溪 brook 港 harbour 火 fire 烟 smoke 灰 ash 炭 coal 金 gold 银 silver
铜 copper 铁 iron 玉 jade 珠 pearl 盐 salt 龙 dragon 虎 tiger 马 horse 牛 ox 羊 sheep 犬 hound 猫 cat 鼠 mouse 兔 hare
猴 monkey 鸡 rooster 猪 boar 蛇 snake 狼 wolf 狐 fox 熊 bear 鹿 deer 象 elephant 狮 lion 豹 leopard 鹤 crane 鹰 eagle
燕 swallow 雀 sparrow 鸦 raven 雁 goose 鸭 duck 鸽 dove 凤 phoenix 鱼 fish 龟 turtle 虾 shrimp 蟹 crab 蛙 frog 蜂 bee
蝶 butterfly 蚕 silkworm 蝉 cicada 蚁 ant 鲸 whale 驼 camel 猿 ape 琴 lute 棋 chess 书 book 画 painting 笔 brush
墨 ink 纸 paper 印 stamp 诗 poem 歌 song 舞 dance 鼓 drum 钟 bell 笛 flute 弦 string 剑 sword 箭 arrow 刀 knife
盾 shield 旗 flag 舟 boat 帆 sail 锚 anchor 车 cart 轮 wheel 伞 umbrella 灯 lamp 烛 candle 炉 stove 壶 kettle 杯 cup
碗 bowl 盘 plate 瓶 vase 匙 spoon 锅 pot 针 needle 线 thread 布 cloth 丝 silk 扇 fan 镜 mirror 梳 comb 帽 hat 鞋 shoe
衣 coat 带 belt 环 ring 链 chain 锁 lock 门 door 窗 window 墙 wall 瓦 tile 砖 brick 梯 ladder 塔 tower 亭 pavilion
寺 temple 宫 palace 城 city 村 village 园 garden 屋 house 床 bed 桌 table 椅 chair 箱 trunk 篮 basket 网 net 钩 hook
锤 hammer 锯 saw 斧 axe 磨 mill 尺 ruler 钱 coin 酒 wine 饼 cake 糖 sugar 蜜 honey 油 oil 醋 vinegar 汤 soup 蛋 egg
乳 milk 羽 feather 角 horn 骨 bone 毛 wool 手 hand 心 heart 眼 eye 足 foot 兵 soldier 渔 fisher 医 doctor 友 friend
客 guest 童 child 仙 fairy 梦 dream 红 red 黄 yellow 绿 green 白 white 黑 black 紫 purple 东 east 南 south 西 west
北 north 静 quiet 清 clear 古 ancient 圆 round 方 square 甜 sweet 暖 warm 凉 cool 明 bright
"""
_LIST: Final = _MEANINGS.split()
CHARACTERS: Final = tuple(_LIST[::2])
WORDS: Final = tuple(_LIST[1::2])
"""256 of each; what stands at the same place means the same."""


@dataclass(frozen=True, slots=True)
class KeySeal:
    """`characters` in the order of reading; the words say the same in English."""

    characters: str
    words: tuple[str, ...]
    is_filled: bool


@lru_cache(1024)
def seal_of(public: str) -> KeySeal:
    """The seal of a public key (64 hexadecimal digits): the same at everybody's. Takes some milliseconds at first.

    Raises ValueError for a text that is not a key.
    """
    drawn = hashlib.pbkdf2_hmac("sha256", bytes.fromhex(public), b"qiguan seal", _ROUNDS)
    places = drawn[:4]
    characters = "".join(CHARACTERS[place] for place in places)
    return KeySeal(characters, tuple(WORDS[place] for place in places), bool(drawn[4] & 1))
